import { testAround } from "./around.ts";
import { testElsewhere } from "./elsewhere.ts";
import { testKeys } from "./keys.ts";
import { webkit } from "./launch.ts";
import { testPage } from "./page.ts";
import { testsIn } from "./site.ts";

const test = testsIn("WebKitGTK", webkit);
testPage(test);
testKeys(test);
testAround(test);
testElsewhere(test);
