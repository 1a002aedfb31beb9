import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { bodyOf, headersOf } from '../../src/domain/delivery/request.ts';
import { newSecret } from '../../src/domain/delivery/webhook.ts';
import { makeFolder } from '../kit/folder.ts';
import { newBotId, newUserId } from '../kit/ids.ts';

const run = promisify(execFile);
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

const PYTHON = `import json, sys
from standardwebhooks import Webhook
for request in json.load(open(sys.argv[1])):
    try:
        Webhook(request["secret"]).verify(request["body"], request["headers"])
        print("verified")
    except Exception as error:
        print("refused")
`;

const GO = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type request struct {
	Secret, Body string
	Headers      map[string]string
}

func main() {
	text, _ := os.ReadFile(os.Args[1])
	var requests []request
	if err := json.Unmarshal(text, &requests); err != nil {
		panic(err)
	}
	for _, each := range requests {
		headers := http.Header{}
		for name, value := range each.Headers {
			headers.Set(name, value)
		}
		webhook, err := standardwebhooks.NewWebhook(each.Secret)
		if err == nil {
			err = webhook.Verify([]byte(each.Body), headers)
		}
		if err == nil {
			fmt.Println("verified")
		} else {
			fmt.Println("refused")
		}
	}
}
`;

/** Twenty deliveries with a new secret each, as the service sends them. After each one comes the same with another body. */
async function writeRequests(folder: string): Promise<string> {
  const requests = Array.from({ length: 20 }, () => {
    const now = new Date();
    const [id, secret] = [crypto.randomUUID(), newSecret({ randomBytes })];
    const vote = {
      id,
      botId: newBotId(),
      kind: 'vote',
      userId: newUserId(),
      votedAt: now,
      requestId: null,
    } as const;
    const body = bodyOf(vote);
    const headers = headersOf(vote, Buffer.from(body), secret, now);
    return [
      { secret, body, headers },
      { secret, body: body.replace('vote.create', 'vote.change'), headers },
    ];
  });
  const file = join(folder, 'requests.json');
  await writeFile(file, JSON.stringify(requests.flat()));
  return file;
}

const EXPECTED = 'verified\nrefused\n'.repeat(20);

const has = (program: string, ...args: string[]) => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

test.skipIf(!has('python3', '-c', 'import ensurepip, venv'))(
  'the official Python library of Standard Webhooks verifies deliveries with secrets as they are shown',
  async () => {
    const folder = await makeFolder('standard-python', opened);
    await run('python3', ['-m', 'venv', folder]);
    const python = join(folder, 'bin/python');
    await run(python, ['-m', 'pip', 'install', '--quiet', 'standardwebhooks>=1,<2']);
    const { stdout } = await run(python, ['-c', PYTHON, await writeRequests(folder)]);
    expect(stdout).toBe(EXPECTED);
  },
);

test.skipIf(!has('go', 'version'))(
  'the official Go library of Standard Webhooks verifies deliveries with secrets as they are shown',
  async () => {
    const folder = await makeFolder('standard-go', opened);
    await writeFile(join(folder, 'main.go'), GO);
    const inFolder = { cwd: folder };
    await run('go', ['mod', 'init', 'receiver'], inFolder);
    await run('go', ['get', 'github.com/standard-webhooks/standard-webhooks/libraries/go@latest'], inFolder);
    const { stdout } = await run('go', ['run', '.', await writeRequests(folder)], inFolder);
    expect(stdout).toBe(EXPECTED);
  },
);
