/** So many frames are waited for the marks; what the server says has none if it is about no field. */
const FRAMES = 180;

/** Takes the reader to the first field that needs fixing, once it is marked. @param form the element around the fields */
export function focusFirstError(form: HTMLElement): void {
  let frames = 0;
  const look = (): void => {
    frames += 1;
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field !== null) field.focus();
    else if (frames < FRAMES) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
