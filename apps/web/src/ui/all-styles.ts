/** Pages that come with a first view have only its styles in them (build/first-styles.ts); those of everything else are a file. */

let loaded: Promise<void> | null = null;

/** Loads the app's whole style sheet once. Never rejects: without it a page is plain, and works. */
export function loadAllStyles(): Promise<void> {
  loaded ??= new Promise((resolve) => {
    const href = document.querySelector('meta[name=styles]')?.getAttribute('content') ?? null;
    if (href === null) return resolve();
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      crossOrigin: 'anonymous',
      href,
    });
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', () => resolve(), { once: true });
    document.head.append(link);
  });
  return loaded;
}
