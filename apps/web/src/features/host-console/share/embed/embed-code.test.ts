/** R85: the code for a club's page holds nothing that its title could break. */
import { expect, test } from 'vitest';
import { embedCode, sitesOf } from './embed-code.ts';

test('R85 the code is one frame, whatever the raffle is called', () => {
  const code = embedCode({
    url: 'https://raffles.example/embed/key',
    theme: 'dark',
    title: 'Tom & "Jerry"></iframe><script>',
  });
  expect(code).toContain('src="https://raffles.example/embed/key?theme=dark"');
  expect(code).toContain('title="Tom &amp; &quot;Jerry&quot;&gt;&lt;/iframe&gt;&lt;script&gt;"');
  expect(code.match(/<\/iframe>/g)).toHaveLength(1);
  expect(embedCode({ url: 'https://raffles.example/embed/key', theme: 'auto', title: '' })).toContain(
    'embed/key"',
  );
});

test('R85 sites are read one a line', () => {
  expect(sitesOf(' https://a.example \n\n https://b.example, https://c.example\n')).toEqual([
    'https://a.example',
    'https://b.example',
    'https://c.example',
  ]);
});
