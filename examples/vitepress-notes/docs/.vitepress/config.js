import ccdag from "remark-ccdag/vite";
import { defineConfig } from "vitepress";

export default defineConfig({
  title: "Notes",
  vite: { plugins: [ccdag({ roots: ["transcripts"] })] },
});
