/** Hands the visitor a file that was made in this browser. */

/** @param name file name with its ending */
export function downloadJson(name: string, value: unknown): void {
  downloadFile(name, new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
}

/** @param name file name with its ending */
export function downloadFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own reference by then; the next task is early enough in every browser.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
