export { type FileComponent, findComponents } from "./parts/components.ts";
export { type CatalogueFile, readSkeleton, type Skeleton, type SkeletonOptions } from "./parts/skeleton.ts";
