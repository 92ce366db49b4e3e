import { enhance } from "./enhance.ts";

const { refresh } = enhance({ root: document.body, isPage: true });
// A page that is served has a second script, which takes over what is new.
addEventListener("ccdag-changed", refresh);
