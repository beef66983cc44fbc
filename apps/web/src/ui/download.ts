/** Hands the visitor a file that was made in this browser. */

/** @param name file name with its ending */
export function downloadJson(name: string, value: unknown): void {
  downloadText(name, JSON.stringify(value, null, 2), 'application/json');
}

function downloadText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own reference by then; the next task is early enough in every browser.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
