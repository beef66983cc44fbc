import { afterEach, describe, expect, it, vi } from 'vitest';
import { call, CallFailed, sentenceOf } from './call.ts';

const answerWith = (status: number, body: string): void => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body === '' ? null : body, { status })));
};

async function failure(promise: Promise<unknown>): Promise<CallFailed> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CallFailed) return error;
    throw error;
  }
  throw new Error('The call was expected to fail.');
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('call', () => {
  it('gives the parsed answer, and undefined for an empty one', async () => {
    answerWith(200, '{"id":"r1"}');
    expect(await call<{ id: string }>('GET', '/api/raffles/r1')).toEqual({ id: 'r1' });
    answerWith(204, '');
    expect(await call('POST', '/api/auth/logout')).toBeUndefined();
  });

  it('sends JSON with the session, and the headers that were asked for', async () => {
    const sent = vi.fn((_path: string, _request: RequestInit) => Promise.resolve(new Response('{}')));
    vi.stubGlobal('fetch', sent);
    await call('POST', '/api/join', { token: 't' }, { 'idempotency-key': 'k' });
    await call('GET', '/api/raffles');
    expect(sent.mock.calls[0]).toEqual([
      '/api/join',
      {
        method: 'POST',
        credentials: 'same-origin',
        headers: { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': 'k' },
        body: '{"token":"t"}',
      },
    ]);
    expect(sent.mock.calls[1]?.[1]).toEqual({
      method: 'GET',
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
    });
  });

  it("M4: carries the server's sentence, code, fields and lines", async () => {
    const error = {
      code: 'invitees_have_problems',
      message: 'One line needs fixing.',
      fields: { invitees: 'Line 2' },
      lines: [{ line: 2, text: ',b@example.org', message: 'Please enter a name.' }],
    };
    answerWith(422, JSON.stringify({ error }));
    expect(await failure(call('POST', '/api/raffles/r1/invites', {}))).toMatchObject({
      status: 422,
      ...error,
    });
  });

  it.each(['', '<html>Bad gateway</html>', '{"message":"odd"}', '{"error":{"code":1,"message":2}}'])(
    'never shows what is not a sentence of this product: %j',
    async (body) => {
      answerWith(502, body);
      const error = await failure(call('GET', '/api/raffles'));
      expect(error.code).toBe('unknown');
      expect(error.message).toBe('The server could not answer this (502). Please try again in a moment.');
    },
  );

  it('does not take a page of something else for an answer', async () => {
    answerWith(200, '<html>Please sign in to the café network</html>');
    expect((await failure(call('GET', '/api/raffles'))).code).toBe('unknown');
  });

  it('says plainly that there is no connection', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const error = await failure(call('GET', '/api/raffles'));
    expect(error).toMatchObject({ status: 0, code: 'network' });
    expect(error.message).toMatch(/^There is no connection/);
  });

  it('M4 leaves the sentence to the page where the answer has none', async () => {
    answerWith(502, '<html>Bad gateway</html>');
    const error = await failure(call('POST', '/api/auth/login', {}));
    expect(sentenceOf(error, 'Invalid email or password')).toBe('Invalid email or password');
    answerWith(401, '{"error":{"code":"invalid_credentials","message":"That is not right."}}');
    const refused = await failure(call('POST', '/api/auth/login', {}));
    expect(sentenceOf(refused, 'Invalid email or password')).toBe('That is not right.');
  });

  it('keeps foreign messages from the screen', () => {
    expect(sentenceOf(new Error('x is not a function'), 'Please try again.')).toBe('Please try again.');
  });
});
