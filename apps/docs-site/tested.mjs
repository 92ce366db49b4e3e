// Loaded before the scripts that build a site: then they build the one of the pages that tests open in a browser.
process.env.CCDAG_SITE = "tested";
