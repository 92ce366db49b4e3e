export { CcdagSaver, type CcdagSaverOptions } from "./ccdag-saver.ts";
