/** A beacon made in the room: numbers that the audience throws in plain view after the freeze (draw protocol §4). */
import { isRoomText } from './field-rules.ts';
import { record, sha256Hex } from './text-records.ts';

/** How many numbers a room's text may have. */
export const MAX_ROOM_NUMBERS = 100;

/** `beacon_value` of a room's text, 64 hex. @throws RangeError unless the text has the form of draw protocol §4 */
export function roomBeaconValue(text: string): string {
  if (!isRoomText(text)) throw new RangeError('The text of the room is 1 to 100 numbers with single spaces.');
  return sha256Hex(record('draw.room.v2', text));
}

/** How many numbers a well-formed text has. */
export function roomNumberCount(text: string): number {
  return text.split(' ').length;
}
