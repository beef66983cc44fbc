/**
 * Connections that send their next call when the answer to the last one is there. They speak just enough HTTP/1.1 themselves,
 * so that the server is what is measured.
 */
import { connect } from 'node:net';
import { monotonicMs } from './measure.ts';

export interface Answer {
  status: number;
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

function open(port: number): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let answered: (answer: Answer) => void = () => {};
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      const bodyAt = text.indexOf(HEADERS_END) + HEADERS_END.length;
      if (bodyAt < HEADERS_END.length) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, bodyAt))?.[1]);
      if (text.length < bodyAt + length) return;
      const status = Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3));
      const body = text.slice(bodyAt, bodyAt + length);
      text = text.slice(bodyAt + length);
      answered({ status, body });
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

export function openLines(port: number, count: number): Promise<Line[]> {
  return Promise.all(Array.from({ length: count }, () => open(port)));
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
