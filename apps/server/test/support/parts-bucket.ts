/**
 * What the S3 server of `bucket.ts` doesn't know: a bucket's uploads in parts as Amazon documents them, listed and given up.
 * Parts are kept by their length and hash only, signatures are not judged, and nothing is ever put together.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Part {
  size: number;
  etag: string;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** @returns its address, which is also that of its one bucket's server */
export async function startPartsBucket(): Promise<{ url: string; stop(): Promise<void> }> {
  /** By upload id. */
  const uploads = new Map<string, { path: string; parts: Map<number, Part> }>();

  function answer(method: string, url: URL, body: Buffer): Answer {
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, { path: url.pathname, parts: new Map() });
      return xml(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const id = url.searchParams.get('uploadId') ?? '';
    const upload = uploads.get(id);
    if (upload?.path !== url.pathname) return xml(404, '<Error><Code>NoSuchUpload</Code></Error>');
    if (method === 'DELETE') {
      uploads.delete(id);
      return { status: 204 };
    }
    if (method === 'PUT') {
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      upload.parts.set(Number(url.searchParams.get('partNumber')), { size: body.length, etag });
      return { status: 200, headers: { etag } };
    }
    const parts = [...upload.parts].map(
      ([number, { size, etag }]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${size}</Size></Part>`,
    );
    return xml(200, `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`);
  }

  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://bucket');
      const { status, headers = {}, body: text = '' } = answer(request.method ?? '', url, body);
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function xml(status: number, body: string): Answer {
  const headers = { 'content-type': 'application/xml' };
  return { status, headers, body: `<?xml version="1.0" encoding="UTF-8"?>${body}` };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
