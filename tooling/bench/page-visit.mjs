// Visits a page as a reader does, and measures how long it is busy.

/**
 * The figures of one visit, in milliseconds: the first paint, and for each thing that a reader does the longest task.
 *
 * @param browser a browser of playwright.
 * @param url the address of the page.
 * @param slow how many times slower than this machine the processor is.
 */
export async function figuresOf(browser, url, slow) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slow });
  await page.addInitScript(() => {
    globalThis.tasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.tasks.push(duration);
    }).observe({ type: "longtask", buffered: true });
  });
  const figures = {};
  await page.goto(url);
  figures["everything is there after"] = await page.evaluate(
    () => performance.timing.loadEventStart - performance.timing.navigationStart,
  );
  figures["opening: longest task"] = await longest(page);
  figures["first paint"] = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0].startTime,
  );
  const visit = { scrolling, keys, jump, filter, "opening all": openAll, search };
  for (const [name, act] of Object.entries(visit)) {
    await act(page);
    figures[`${name}: longest task`] = await longest(page);
  }
  await context.close();
  return figures;
}

/** The longest task since the last call, once the page is idle; tasks below 50 ms are not reported, and count as 50. */
async function longest(page) {
  return page.evaluate(async () => {
    for (let quiet = 0; quiet < 4;) {
      const before = globalThis.tasks.length;
      await new Promise((resolve) => setTimeout(resolve, 250));
      quiet = globalThis.tasks.length === before ? quiet + 1 : 0;
    }
    return Math.max(50, ...globalThis.tasks.splice(0));
  });
}

/** To the end and back, a screen at a time. */
async function scrolling(page) {
  await page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page
    const frame = () => new Promise(requestAnimationFrame);
    for (let screen = 0; screen < 60; screen++) {
      scrollBy({ top: innerHeight, behavior: "instant" });
      await frame();
    }
    scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    for (let step = 0; step < 10; step++) await frame();
    scrollTo({ top: 0, behavior: "instant" });
    await frame();
  });
}

async function keys(page) {
  for (const key of ["j", "j", "j", "j", "k", "e", "e", "E"]) await page.keyboard.press(key);
}

/** To a turn near the end, from the contents. */
async function jump(page) {
  await page.evaluate(() => [...document.querySelectorAll(".side nav a")].at(-3).click());
}

async function search(page) {
  await page.keyboard.press("/");
  await page.keyboard.type("keeps what it", { delay: 40 });
  await page.waitForFunction(() => document.querySelector(".search output").textContent !== "");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.locator(".search input").fill("");
  await page.keyboard.press("Escape");
}

async function filter(page) {
  for (const kind of ["tool", "thinking", "tool", "thinking"])
    await page.evaluate((name) => document.querySelector(`.filters [data-kind=${name}]`).click(), kind);
}

async function openAll(page) {
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("o");
  await page.keyboard.press("c");
}
