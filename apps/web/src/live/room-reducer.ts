/**
 * What a raffle's room looks like to this visitor: one snapshot, then events in turn. Pure, so that a reconnecting phone and
 * one that never lost the line hold the same state (R40).
 */
import type {
  DrawPlan,
  PrizeStatus,
  LiveResult,
  NumberedRoomEvent,
  PublicRaffle,
  ResultRow,
  RoomSnapshot,
  TakenNumber,
} from '@glassdrum/contract';

export interface Room {
  raffle: PublicRaffle;
  watchers: number;
  draw: DrawPlan | null;
  /** R91: how many devices typed the room's numbers; null before anyone did while this page watched. */
  roomNumbers: { entered: number; agreed: boolean } | null;
  /** R4: null until the reveal. */
  result: LiveResult | null;
  /** R14, R73: what became of the prizes since; null before the draw is complete. */
  prizeStatus: PrizeStatus | null;
  me: RoomSnapshot['me'];
  /** Entries that came while this page watched, oldest first (R44). */
  arrivals: readonly TakenNumber[];
}

export function roomFromSnapshot(snapshot: RoomSnapshot, before: Room | null): Room {
  return {
    raffle: snapshot.raffle,
    watchers: snapshot.watchers,
    draw: snapshot.draw,
    roomNumbers: before?.draw?.draw_id === snapshot.draw?.draw_id ? (before?.roomNumbers ?? null) : null,
    result: snapshot.result,
    prizeStatus: snapshot.standing,
    me: snapshot.me,
    arrivals: before?.raffle.id === snapshot.raffle.id ? before.arrivals : [],
  };
}

/** @param event the next in turn */
export function applyEvent(room: Room, event: NumberedRoomEvent): Room {
  return { ...room, ...changeOf(room, event) };
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
          unsold_count: event.data.unsoldCount,
          participant_count: event.data.participantCount,
          sources: event.data.sources,
          ticket_total: event.data.ticketTotal,
          bucket_totals: event.data.bucketTotals,
        },
      };
    case 'check-ins': {
      const { draw, present, expected } = event.data;
      const { presence } = room.raffle;
      if (presence?.check_in?.draw !== draw) return {};
      const check_in = { ...presence.check_in, present, expected };
      return { raffle: { ...room.raffle, presence: { ...presence, check_in } } };
    }
    case 'raffle-changed':
      return { raffle: event.data.raffle };
    case 'draw:starting':
      return {
        draw: event.data.plan,
        roomNumbers: null,
        result: null,
        prizeStatus: null,
        raffle: { ...room.raffle, status: 'closed', draw_started: true, contributing: null },
      };
    case 'draw:sealing':
      return changeOfDraw(room, event.data.drawId, { sealing: event.data.sealing });
    case 'draw:audience':
      return changeOfDraw(room, event.data.drawId, { audience: event.data.audience });
    case 'draw:room': {
      const { drawId, entered, agreed } = event.data;
      return room.draw?.draw_id === drawId ? { roomNumbers: { entered, agreed } } : {};
    }
    case 'draw:void':
      return voidOf(room, event.data);
    case 'draw:seed':
      return changeOfDraw(room, event.data.drawId, { seed_reveal: event.data.seedReveal });
    case 'draw:beacon':
      return changeOfDraw(room, event.data.drawId, {
        beacon_value: event.data.value,
        beacon_signature: event.data.signature,
        beacon_text: event.data.text,
        beacon_at: event.data.beaconAt,
      });
    case 'draw:frame': {
      const { drawId, winners, alternates } = event.data;
      return winners === undefined ? {} : resultOf(room, drawId, winners, alternates ?? []);
    }
    case 'draw:done': {
      const { drawId, winners, alternates } = event.data;
      const change = resultOf(room, drawId, winners, alternates);
      return 'result' in change ? { ...change, raffle: afterDraw(room.raffle) } : {};
    }
    case 'draw:advance':
    case 'draw:claims':
      return room.draw?.draw_id === event.data.drawId ? { prizeStatus: event.data.standing } : {};
    default:
      // A newer server may send more than this page understands.
      return {};
  }
}

function changeOfDraw(room: Room, drawId: string, change: Partial<DrawPlan>): Partial<Room> {
  return room.draw?.draw_id === drawId ? { draw: { ...room.draw, ...change } } : {};
}

/** R86: given up when the show was to start; the raffle waits for its next draw. */
function voidOf(room: Room, { drawId, reason }: { drawId: string; reason: string }): Partial<Room> {
  if (room.draw?.draw_id !== drawId) return {};
  return {
    draw: { ...room.draw, voided: { at: room.draw.t0, reason } },
    raffle: { ...room.raffle, draw_started: false },
  };
}

/** R69: the last draw makes the raffle drawn; after the others the server says whether people can join again. */
function afterDraw(raffle: PublicRaffle): PublicRaffle {
  return raffle.draws.left > 1 ? raffle : { ...raffle, status: 'drawn' };
}

function resultOf(room: Room, drawId: string, winners: ResultRow[], alternates: ResultRow[]): Partial<Room> {
  return room.draw?.draw_id === drawId ? { result: { winners, alternates } } : {};
}
