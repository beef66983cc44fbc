import { expect, test } from 'vitest';
import { forEachDatabase } from './support/make-app.ts';
forEachDatabase((makeApp) => {
  test('smoke', async () => {
    const app = await makeApp();
    const r = await app.http.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: { email: 'Ann@x.org', name: 'Ann', password: 'a fine passw0rd' },
    });
    console.log(r.statusCode, r.body, r.headers['set-cookie']);
    const cookie = String(r.headers['set-cookie']).split(';')[0]!;
    const me = await app.http.inject({ url: '/api/auth/me', headers: { cookie } });
    console.log(me.statusCode, me.body);
    const l = await app.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'ann@x.org', password: 'a fine passw0rd' },
    });
    console.log(l.statusCode, l.body, l.headers['set-cookie']);
    const o = await app.http.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie } });
    console.log(o.statusCode, o.body, o.headers['set-cookie']);
    for (const p of [
      { email: 'nobody@x.org', password: 'x' },
      { email: 'ann@x.org', password: 'x' },
    ]) {
      const t = Date.now();
      const w = await app.http.inject({ method: 'POST', url: '/api/auth/login', payload: p });
      console.log(w.statusCode, w.body, Date.now() - t);
    }
    console.log(
      await app.parts.database.query.selectFrom('sessions').selectAll().execute(),
      await app.parts.database.query.selectFrom('users').selectAll().execute(),
    );
    console.log(app.logLines.slice(-5));
    expect(me.statusCode).toBe(200);
  });
});
