export { findSources } from "./pages/find-sources.ts";
export { endOf } from "./pages/last-answer.ts";
export { openProject } from "./pages/open-project.ts";
export { lock } from "./pages/site-lock.ts";
export { hashOf, type Manifest } from "./pages/site-manifest.ts";
export { type SitePart, sitePartsOf } from "./pages/site-parts.ts";
export { writeSite } from "./pages/write-site.ts";
export type { WriteSiteOptions } from "./pages/site-options.ts";
export type { Written } from "./pages/written.ts";
