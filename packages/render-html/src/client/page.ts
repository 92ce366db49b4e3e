import { enhance } from "./enhance.ts";

enhance({ root: document.body, isPage: true });
