// Loaded before a program that is measured: prints what it used, when it ends.
process.once("exit", () => {
  const { userCPUTime, maxRSS } = process.resourceUsage();
  process.stderr.write(`\n[usage ${userCPUTime} ${maxRSS}]\n`);
});
