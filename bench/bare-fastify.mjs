/** A bare server of the same framework: no database, no screens, and empty answers that store nothing. */
import fastify from 'fastify';

const app = fastify();
app.get('/api/health', async () => ({ status: 'ok' }));
app.post('/api/join/public', async () => ({}));
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`ready at http://localhost:${app.server.address().port}`);
