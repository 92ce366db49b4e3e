export { type FileComponent, findComponents } from "./parts/components.ts";
export { readSkeleton, type SkeletonOptions } from "./parts/skeleton.ts";
