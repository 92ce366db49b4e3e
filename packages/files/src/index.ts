export { readProject, readTranscript } from "./read.ts";
export { findHolders, findProjects, findSessions, newestSession, projectName, projectsRoot } from "./find.ts";
export { isTranscript, type MemoryFile, toProject } from "./memory.ts";
