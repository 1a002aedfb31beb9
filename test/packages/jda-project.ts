import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const SHOWN = resolve(import.meta.dirname, '../../examples/libraries/jda');

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

/**
 * Compiles the bot that the documentation shows for JDA.
 *
 * @param folder of the project; it is empty
 * @param changed what to compile in the place of what the documentation shows
 * @param others more files, by name
 * @returns the class path
 */
export async function compileJdaBot(
  folder: string,
  changed: (code: string) => string,
  others: Readonly<Record<string, string>> = {},
): Promise<string> {
  const sources = join(folder, 'src/main/java');
  await mkdir(sources, { recursive: true });
  await writeFile(join(folder, 'pom.xml'), PROJECT);
  for (const name of ['Listing.java', 'Reports.java', 'Bot.java']) {
    await writeFile(join(sources, name), changed(await readFile(join(SHOWN, name), 'utf8')));
  }
  for (const [name, code] of Object.entries(others)) await writeFile(join(sources, name), code);
  const goals = ['compile', 'dependency:copy-dependencies', '-DoutputDirectory=target/lib'];
  await promisify(execFile)('mvn', ['--quiet', '--batch-mode', ...goals], { cwd: folder });
  return [join(folder, 'target/classes'), join(folder, 'target/lib/*')].join(delimiter);
}
