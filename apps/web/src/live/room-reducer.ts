/**
 * What a raffle's room looks like to this visitor: one snapshot, then numbered events. Pure, so that a reconnecting
 * phone and one that never lost the line hold the same state (R40). An event out of turn changes nothing: the caller
 * asks for a new snapshot.
 */
import type {
  DrawPlan,
  DrawStanding,
  LiveResult,
  NumberedRoomEvent,
  PublicRaffle,
  ResultRow,
  RoomSnapshot,
  TakenNumber,
} from '@glassdrum/contract';

export interface Room {
  /** Number of the last event that is in here. */
  seq: number;
  raffle: PublicRaffle;
  watchers: number;
  draw: DrawPlan | null;
  /** R4: null until the reveal. */
  result: LiveResult | null;
  /** R14: what became of the prizes since; null before the draw is complete. */
  standing: DrawStanding | null;
  me: RoomSnapshot['me'];
  /** Entries that came while this page watched, oldest first (R44). */
  arrivals: readonly TakenNumber[];
}

export type RoomStep =
  | { kind: 'applied'; room: Room }
  /** Already in the snapshot. */
  | { kind: 'known' }
  /** An event is missing before this one. */
  | { kind: 'gap' };

export function roomFromSnapshot(snapshot: RoomSnapshot, before: Room | null): Room {
  return {
    seq: snapshot.seq,
    raffle: snapshot.raffle,
    watchers: snapshot.watchers,
    draw: snapshot.draw,
    result: snapshot.result,
    standing: snapshot.standing,
    me: snapshot.me,
    arrivals: before?.raffle.id === snapshot.raffle.id ? before.arrivals : [],
  };
}

export function applyEvent(room: Room, event: NumberedRoomEvent): RoomStep {
  if (event.seq <= room.seq) return { kind: 'known' };
  if (event.seq !== room.seq + 1) return { kind: 'gap' };
  return { kind: 'applied', room: { ...room, ...changeOf(room, event), seq: event.seq } };
}

function changeOf(room: Room, event: NumberedRoomEvent): Partial<Room> {
  switch (event.type) {
    case 'room-info':
      return { watchers: event.data.watchers };
    case 'entries-added':
      return {
        arrivals: [...room.arrivals, ...event.data.entries],
        raffle: {
          ...room.raffle,
          entry_count: event.data.entryCount,
          ticket_total: event.data.ticketTotal,
        },
      };
    case 'raffle-changed':
      return { raffle: event.data.raffle };
    case 'draw:starting':
      return { draw: event.data.plan, raffle: { ...room.raffle, status: 'closed', draw_started: true } };
    case 'draw:seed':
      return changeOfDraw(room, event.data.drawId, { seed_reveal: event.data.seedReveal });
    case 'draw:beacon':
      return changeOfDraw(room, event.data.drawId, {
        beacon_value: event.data.value,
        beacon_signature: event.data.signature,
        beacon_at: event.data.beaconAt,
      });
    case 'draw:frame': {
      const { drawId, winners, alternates } = event.data;
      return winners === undefined ? {} : resultOf(room, drawId, winners, alternates ?? []);
    }
    case 'draw:done': {
      const { drawId, winners, alternates } = event.data;
      const change = resultOf(room, drawId, winners, alternates);
      return 'result' in change ? { ...change, raffle: { ...room.raffle, status: 'drawn' } } : {};
    }
    case 'draw:advance':
      return room.draw?.draw_id === event.data.drawId ? { standing: event.data.standing } : {};
    default:
      // A newer server may say more than this page understands.
      return {};
  }
}

function changeOfDraw(room: Room, drawId: string, change: Partial<DrawPlan>): Partial<Room> {
  return room.draw?.draw_id === drawId ? { draw: { ...room.draw, ...change } } : {};
}

function resultOf(room: Room, drawId: string, winners: ResultRow[], alternates: ResultRow[]): Partial<Room> {
  return room.draw?.draw_id === drawId ? { result: { winners, alternates } } : {};
}
