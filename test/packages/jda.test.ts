import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../kit/folder.ts';
import { newUserId } from '../kit/ids.ts';
import { useService } from '../kit/use-service.ts';

const SHOWN = resolve(import.meta.dirname, '../../examples/libraries/jda');

/** Uses what the documentation shows, and prints what it learned. */
const PROGRAM = `
public class Program {
    public static void main(String[] args) throws Exception {
        var listing = new Listing(args[0], args[1]);
        listing.reportServers(4321);
        for (int i = 2; i < args.length; i++) System.out.println(listing.hasVoted(args[i]));
    }
}`;

const PROJECT = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>shown</groupId>
  <artifactId>bot</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>net.dv8tion</groupId>
      <artifactId>JDA</artifactId>
      <version>5.6.1</version>
    </dependency>
  </dependencies>
</project>`;

const subject = useService(2);
const opened = new AsyncDisposableStack();
let folder: string;
beforeAll(async () => {
  folder = await makeFolder('jda', opened);
  const sources = join(folder, 'src/main/java');
  await mkdir(sources, { recursive: true });
  await writeFile(join(folder, 'pom.xml'), PROJECT);
  await writeFile(join(sources, 'Program.java'), PROGRAM);
  for (const name of ['Listing.java', 'Bot.java']) {
    const code = await readFile(join(SHOWN, name), 'utf8');
    await writeFile(join(sources, name), code.replaceAll('https://bots.example', subject.service.url));
  }
  await promisify(execFile)('mvn', ['--quiet', '--batch-mode', 'compile'], { cwd: folder });
}, 300_000);
afterAll(() => opened.disposeAsync());

const run = (...args: string[]) =>
  promisify(execFile)('java', ['-cp', join(folder, 'target/classes'), 'Program', ...args]);

test('the bot that the documentation shows for JDA compiles, reports and knows who voted', async () => {
  const [bot, voter] = [subject.bot(), newUserId()];
  await subject.addVote(bot, voter, new Date());
  const { stdout } = await run(bot.id, bot.token, voter, newUserId());
  expect(stdout.trim().split(/\s+/)).toEqual(['true', 'false']);
  expect((await subject.service.call('GET', `/widget/${bot.id}`)).body.server_count).toBe(4321);
});

test('a wrong token ends it with the status and the sentence of the service', async () => {
  await expect(run(subject.bot().id, 'blt_wrong')).rejects.toThrow('401: {"error":"Invalid token."}');
});
