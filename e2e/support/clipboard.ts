import type { Page } from '@playwright/test';

/** What a page has copied, as somebody sees it who pastes it elsewhere: pages here may not read the clipboard. */
export async function copiedText(page: Page): Promise<string> {
  const elsewhere = await page.context().newPage();
  await elsewhere.setContent('<textarea></textarea>');
  const field = elsewhere.locator('textarea');
  await field.focus();
  await elsewhere.keyboard.press('ControlOrMeta+V');
  const text = await field.inputValue();
  await elsewhere.close();
  return text;
}
