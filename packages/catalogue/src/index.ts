export { type FileComponent, findComponents } from "./components.ts";
export { type CatalogueFile, readSkeleton, type Skeleton, type SkeletonOptions } from "./skeleton.ts";
