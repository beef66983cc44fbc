/**
 * What a watching device has stored and what it observes (draw protocol §10). All of it is plain JSON. Times `at` are
 * Unix seconds by the device's own clock, with fractions where it has them; hashes and keys are 64 hex, signatures 128.
 */
import type { AudienceRow } from '../../audience.ts';
import type { OpenFields } from '../../draw-records.ts';
import type { DrawnRow } from '../../draw-prizes.ts';
import type { CommittedEntry, Contribution } from '../../entry-commitments.ts';
import type { DrawPlan } from '../../plan.ts';
import type { DrawProof } from '../../proof.ts';
import type { Receipt } from '../../receipt.ts';
import type { RaffleRules } from '../../rules.ts';

/** What a device stored at joining, or when a later draw of the raffle was opened. Null for what it did not store. */
export interface DeviceEvidence {
  drawId: string;
  /** The installation's public key. */
  installationKey: string | null;
  /** The device's own public key. */
  deviceKey: string | null;
  /** The last one issued to this person by their own doing; never one that the host's doing led to. */
  receipt: Receipt | null;
  /**
   * What this device was told of check-in for this draw; left out where it was told nothing. The receipt is that of a check-in:
   * by the person with the code on the stage, or at the desk as this device was shown it. `isTakenBack`: the desk took it back,
   * and this device was told so before the close.
   */
  checkIn?: { receipt: Receipt | null; isTakenBack: boolean } | null;
  /** The secret that this device committed to. */
  contribution: string | null;
  /** Of this draw, as shown to this device before its close. The plan is null if it was changed before the device saw it. */
  opening: { record: OpenFields; rules: RaffleRules; plan: DrawPlan | null } | null;
}

/** The rows of a result as a screen shows them. */
export type ShownRow = Pick<DrawnRow, 'prize' | 'position' | 'entryNumber'>;

/** A prize that went on from one entry to another, or to none. */
export interface ShownAdvance {
  prize: number;
  fromEntry: number;
  toEntry: number | null;
}

export type Observation =
  /** How far the device's clock is behind, in seconds, measured with a public relay's round or the server. */
  | { type: 'clock'; seconds: number; source: 'relay' | 'server' }
  /** This person changed the entry on this device; the installation issued this receipt for it. */
  | { type: 'own_change'; receipt: Receipt }
  /** The secret was sent to the server; whether it confirmed it. */
  | { type: 'contribution_sent'; at: number; acknowledged: boolean }
  /** The texts of three records, and the installation's signature of the third. */
  | { type: 'freeze'; at: number; open: string; close: string; freeze: string; signature: string }
  /** The screen started the show. */
  | { type: 'show_start'; at: number }
  /** The own entry in the list, with its path to the root; null where the server says that there is none. */
  | { type: 'own_entry'; entry: CommittedEntry | null; path: string[] }
  /** All change records of the own entry in this draw, as the log has them. */
  | { type: 'own_changes'; texts: string[] }
  /** All replan records of the draw with the installation's signatures, as the log has them. */
  | { type: 'replans'; records: { text: string; signature: string }[] }
  /**
   * Another draw of the raffle, opened before this one: its records in a log that has the close of this one (null where it
   * could not be read), whether this device saw its seed, and when it saw that the draw was given up; null if it did not.
   */
  | {
      type: 'earlier_draw';
      drawId: string;
      texts: string[] | null;
      seedSeen: boolean;
      voidSeenAt: number | null;
    }
  /** All contributions of the draw. */
  | { type: 'contributions'; contributions: Contribution[] }
  /** This device signed `draw.seen.v2` and sent it. */
  | { type: 'seen_sent'; row: AudienceRow }
  /** The audience record with the installation's signature, and the place of this device's row under its root, from 0. */
  | { type: 'audience'; record: string; signature: string; index: number; path: string[] }
  | { type: 'seed'; at: number; seedReveal: string }
  /** The round's signature, 96 hex, from a public relay or from the server. */
  | { type: 'round'; signature: string; source: 'relay' | 'server' }
  /** The numbers made in the room, as they were shown before the seed. */
  | { type: 'room_text'; text: string }
  /** The result as the screen shows it. */
  | { type: 'result'; winners: ShownRow[]; alternates: ShownRow[] }
  /** The proof, and the verdict of the verifier; the checks are those of draw protocol §7. */
  | {
      type: 'proof';
      proof: DrawProof;
      verification: { verdict: string; steps: { name: string; status: string }[] };
    }
  /**
   * The result record, all claim, extend, advance and void records of the draw after it, and how prizes went on as the screen
   * shows it, in order.
   */
  | { type: 'after_draw'; proof: DrawProof; result: string; texts: string[]; shown: ShownAdvance[] }
  /** The records after the result could not be read. */
  | { type: 'after_draw_unread' }
  /** The void record of the draw. */
  | { type: 'void'; text: string }
  /** A checkpoint, and the proof of consistency between it and the last one stored, whichever is larger; null if there is none. */
  | { type: 'checkpoint'; note: string; path: string[] | null }
  /** The log could not be read, although an earlier checkpoint is stored. */
  | { type: 'log_unread' };
