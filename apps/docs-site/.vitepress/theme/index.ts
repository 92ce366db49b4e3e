import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineAsyncComponent } from "vue";
import DotLegend from "./DotLegend.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    // Only one page needs the playground, so it is loaded there.
    app.component("DotLegend", DotLegend);
    app.component(
      "Playground",
      defineAsyncComponent(() => import("./playground/Playground.vue")),
    );
  },
} satisfies Theme;
