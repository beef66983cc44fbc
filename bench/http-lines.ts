/**
 * Connections that send their next call when the answer to the last one is there. They speak just enough HTTP/1.1 themselves, and
 * only count the bytes of bodies, so that the server is what is measured.
 */
import { connect } from 'node:net';
import { monotonicMs } from './measure.ts';

export interface Answer {
  status: number;
  /** Its headers, as they came. */
  head: string;
  /** Of its body. */
  bytes: number;
  /** Empty where bodies are only counted. */
  body: string;
}

export interface Line {
  call(text: string): Promise<Answer>;
}

interface Calls {
  /** From the first call to the last answer. */
  ms: number;
  /** Of each call, in order of answers. */
  times: number[];
  /** Of call i at index i. */
  answers: Answer[];
}

const HEADERS_END = '\r\n\r\n';

/** The text of a call with a JSON body. @param headers each with its line end */
export function postCall(path: string, body: object, headers = ''): string {
  const text = JSON.stringify(body);
  return (
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}` +
    `Content-Length: ${Buffer.byteLength(text)}${HEADERS_END}${text}`
  );
}

function open(port: number, keepsBodies: boolean): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let answered: (answer: Answer) => void = () => {};
    /** What came of the head, until it is whole. */
    let begun: Buffer | null = null;
    let head: string | null = null;
    let body: Buffer[] = [];
    let bytes = 0;
    let missing = 0;
    socket.on('data', (chunk: Buffer) => {
      if (head === null) {
        const all: Buffer = begun === null ? chunk : Buffer.concat([begun, chunk]);
        const end = all.indexOf(HEADERS_END);
        begun = all;
        if (end < 0) return;
        head = all.toString('latin1', 0, end + HEADERS_END.length);
        bytes = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
        missing = bytes - (all.length - head.length);
        if (keepsBodies) body = [all.subarray(head.length)];
      } else {
        missing -= chunk.length;
        if (keepsBodies) body.push(chunk);
      }
      if (missing > 0) return;
      const status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3));
      const answer = { status, head, bytes, body: Buffer.concat(body).toString() };
      begun = null;
      head = null;
      answered(answer);
    });
    const line: Line = {
      call(call) {
        return new Promise((done) => {
          answered = done;
          socket.write(call);
        });
      },
    };
    socket.once('error', reject).once('connect', () => resolve(line));
  });
}

/** @param keepsBodies reads the bodies of answers as UTF-8, instead of counting their bytes */
export function openLines(port: number, count: number, keepsBodies = false): Promise<Line[]> {
  return Promise.all(Array.from({ length: count }, () => open(port, keepsBodies)));
}

/** @param call the text of call i */
export async function callAll(
  lines: readonly Line[],
  count: number,
  call: (index: number) => string,
): Promise<Calls> {
  const times: number[] = [];
  const answers: Answer[] = [];
  let begun = 0;
  const start = monotonicMs();
  await Promise.all(
    lines.map(async (line) => {
      while (begun < count) {
        const index = begun;
        begun += 1;
        const sentAt = monotonicMs();
        answers[index] = await line.call(call(index));
        times.push(monotonicMs() - sentAt);
      }
    }),
  );
  return { ms: monotonicMs() - start, times, answers };
}
