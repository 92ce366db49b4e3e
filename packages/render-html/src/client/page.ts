import { enhance } from "./enhance.ts";

const { refresh } = enhance({ root: document.body, isPage: true });
// A served page has a second script, which updates the content.
addEventListener("ccdag-changed", refresh);
