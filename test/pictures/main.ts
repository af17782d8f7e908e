import { Effect } from "effect";

import { galleryPictures } from "./gallery.ts";
import { guidePictures } from "./guide.ts";
import { tourPictures } from "./tour.ts";

const [part] = process.argv.slice(2);
if (part === undefined || part === "guide") await Effect.runPromise(guidePictures);
if (part === undefined || part === "gallery") await Effect.runPromise(galleryPictures);
if (part === undefined || part === "tour") await Effect.runPromise(tourPictures);
// The threads that rendered would keep this process alive.
process.exit();
