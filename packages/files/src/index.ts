export { readProject, readTranscript } from "./read.ts";
export { findProjects, findSessions, newestSession, projectName, projectsRoot } from "./find.ts";
