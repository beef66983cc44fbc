/** The pasted invitee list: one per line as display_name,email; blank lines don't count (seed §5). */

export function countInvitees(text: string): number {
  return text.split(/\r\n|\r|\n/u).filter((line) => line.trim() !== '').length;
}
