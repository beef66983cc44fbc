/**
 * A file that breaks a rule of draw protocol §1 "JSON": nothing in it is checked (exit code 64). Its message is one line
 * in plain English, with nothing from the file.
 */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
}
