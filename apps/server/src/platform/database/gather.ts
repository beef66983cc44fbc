/**
 * Many askers, one read. After a restart thousands of sockets ask for their rows at the same moment; a statement each would
 * keep the database busy with nothing else. Answers are as fresh as if everybody had asked alone: a read begins after the
 * last question that it answers.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** The least time between two reads. A crowd costs so many statements a second, and nobody waits longer than this for one. */
const SPAN_MS = 20;

interface Question<Value> {
  answer: Promise<Value | undefined>;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * @param read what is there of these keys, each named once
 * @returns asks for one key; undefined when it is not there, and the read's error for all whom it was to answer
 */
export function gatherReads<Value>(
  read: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let waiting = new Map<string, Question<Value>>();
  let reading = false;

  const readWaiting = async (): Promise<void> => {
    while (waiting.size > 0) {
      const asked = waiting;
      waiting = new Map();
      try {
        const found = await read([...asked.keys()]);
        for (const [key, { resolve }] of asked) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of asked.values()) reject(error);
      }
      await pause(SPAN_MS, undefined, { ref: false });
    }
    reading = false;
  };

  return (key) => {
    const question = waiting.get(key) ?? unanswered<Value>();
    waiting.set(key, question);
    if (!reading) {
      reading = true;
      // Everybody who asks in this turn of the event loop is in the first read.
      setImmediate(() => void readWaiting());
    }
    return question.answer;
  };
}

function unanswered<Value>(): Question<Value> {
  let resolve: Question<Value>['resolve'] = () => undefined;
  let reject: Question<Value>['reject'] = () => undefined;
  const answer = new Promise<Value | undefined>((...settle) => ([resolve, reject] = settle));
  return { answer, resolve, reject };
}
