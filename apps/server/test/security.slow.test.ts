import { test } from "vitest";
import { checkPublicServer, folder } from "./security/public.ts";

// oxlint-disable-next-line vitest/expect-expect -- the checks are in a function that the fast tests have, too
test("a server that other machines reach needs a token in its folder, and no file of it has the token", () =>
  checkPublicServer(folder));
