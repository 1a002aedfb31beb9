import { expect, test } from 'vitest';
import { parseRedisGroup } from '../../src/lib/redis-url.ts';

test.each(['a+b', 'p@w', 'p%26w'])('The password of Sentinel may be written as %s', (written) => {
  expect(parseRedisGroup(`redis+sentinel://:of-redis@one/main?sentinel_password=${written}`)).toMatchObject({
    hosts: [{ host: 'one', port: 26_379 }],
    user: { password: 'of-redis' },
    sentinelUser: { password: decodeURIComponent(written) },
  });
});
