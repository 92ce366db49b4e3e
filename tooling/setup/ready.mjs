// Installs all dependencies, unless they are installed already. The scripts of the project begin with it.
import { isInstalled, pnpm, setInstalled } from "./install.mjs";

if (!isInstalled()) {
  process.exitCode = pnpm("install", "--config.confirm-modules-purge=false");
  if (process.exitCode === 0) setInstalled();
}
