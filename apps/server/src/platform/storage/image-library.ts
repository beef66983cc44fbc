/** The library that reads and draws images. It takes 20 MB of memory, so it is loaded with the first image that needs it. */
import type Sharp from 'sharp';

let loading: Promise<typeof Sharp> | null = null;

export function imageLibrary(): Promise<typeof Sharp> {
  loading ??= load();
  return loading;
}

/** Nothing is cached, and each image is worked on by one thread. */
async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
