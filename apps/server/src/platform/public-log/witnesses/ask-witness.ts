/**
 * One checkpoint, one witness (R86): the client's side of C2SP tlog-witness.
 *
 * 1. Send the note with a proof that it continues the tree of the size that the witness is believed to know.
 * 2. 409 with another size: prove from that size instead.
 * 3. 200 with lines: the one of this witness, which must be a valid cosignature of exactly this checkpoint. What else it
 *    sends is passed over, and nothing that it says is believed without a signature.
 */
import { type Checkpoint, cosignatureTime, parseSignatureLine, type WitnessKey } from '@glassdrum/fair-draw';
import { ADD_CHECKPOINT, readSize, SIZE_TYPE, writeAddCheckpoint } from './add-checkpoint.ts';

/** A witness as configured. */
export interface Witness {
  key: WitnessKey;
  /** The C2SP verifier key, as written in the configuration. */
  verifierKey: string;
  /** Where `/add-checkpoint` is appended. */
  url: string;
}

export interface WitnessQuestion {
  witness: Witness;
  checkpoint: Checkpoint;
  /** The signed note without cosignatures. */
  note: string;
  /** The size that the witness cosigned last, as far as we know. */
  knownSize: number;
  /** Proof between two sizes of our log, 64 hex each. */
  consistencyPath: (from: number, to: number) => Promise<readonly string[]>;
  signal: AbortSignal;
}

/** `reason` continues a sentence that begins with the witness's name. */
export type WitnessAnswer = { ok: true; line: string; time: number } | { ok: false; reason: string };

/** A witness that other nodes ask as well may have moved on between two questions. */
const MOST_TRIES = 4;
const LONGEST_ANSWER = 64 * 1024;
export const TOO_LATE = 'did not answer in time';

/** Never throws for what the witness or the network does. */
export async function askWitness(question: WitnessQuestion): Promise<WitnessAnswer> {
  const { witness, checkpoint, note, consistencyPath, signal } = question;
  const { size } = checkpoint;
  let from = question.knownSize;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (from > size) return { ok: false, reason: laterSize(from, size) };
    const path = from === 0 ? [] : await consistencyPath(from, size);
    let answer: { status: number; type: string; text: string };
    try {
      answer = await post(
        witness.url + ADD_CHECKPOINT,
        writeAddCheckpoint({ oldSize: from, path, note }),
        signal,
      );
    } catch (error) {
      return { ok: false, reason: signal.aborted ? TOO_LATE : unreachable(error) };
    }
    if (answer.status === 200) return cosignatureIn(answer.text, checkpoint, witness.key);
    if (answer.status !== 409) return { ok: false, reason: refusal(answer.status) };
    const known = answer.type === SIZE_TYPE ? readSize(answer.text.replace(/\n$/, '')) : null;
    if (known === null) return { ok: false, reason: 'refuses this log and does not say which size it knows' };
    if (known === from) return { ok: false, reason: `knows another log of ${known} records by this name` };
    from = known;
  }
  return { ok: false, reason: 'names another size of the log each time it is asked' };
}

async function post(
  url: string,
  body: string,
  signal: AbortSignal,
): Promise<{ status: number; type: string; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body,
    redirect: 'error',
    signal,
  });
  const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return { status: response.status, type, text: await boundedText(response) };
}

/** @throws TooLong */
async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    const part = chunk as Uint8Array;
    bytes += part.length;
    if (bytes > LONGEST_ANSWER) throw new TooLong();
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}

class TooLong extends Error {
  override name = 'TooLong';
}

function cosignatureIn(text: string, checkpoint: Checkpoint, key: WitnessKey): WitnessAnswer {
  let others = 0;
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const signature = parseSignatureLine(line);
    if (signature === null || signature.name !== key.name || signature.keyHash !== key.keyHash) {
      others += 1;
      continue;
    }
    const time = cosignatureTime(checkpoint, signature, key);
    if (time === null || time < 1)
      return { ok: false, reason: 'sent a signature that is not valid for this checkpoint' };
    return { ok: true, line, time };
  }
  return {
    ok: false,
    reason: others === 0 ? 'sent no signature' : 'signed with another key than the configured one',
  };
}

function laterSize(known: number, size: number): string {
  return `has already cosigned ${known} records of this log, and this checkpoint has only ${size}`;
}

function refusal(status: number): string {
  switch (status) {
    case 403:
      return 'knows this log by another key';
    case 404:
      return 'does not know this log yet: its operator has to add it (glassdrum witness add)';
    case 422:
      return 'says that this log does not continue the one that it cosigned before';
    case 429:
      return 'was asked too often';
    default:
      return `answered with HTTP status ${status}`;
  }
}

function unreachable(error: unknown): string {
  return error instanceof TooLong ? 'sent an answer that is too long' : 'cannot be reached';
}
