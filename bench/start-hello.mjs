/** The least that a server of the same framework can be: one route, no database, no screens. For start.ts. */
import fastify from 'fastify';

const app = fastify();
app.get('/api/health', async () => ({ status: 'ok' }));
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`ready at http://localhost:${app.server.address().port}`);
