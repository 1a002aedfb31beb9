interface Place {
  /** Where the bot's endpoints are. */
  readonly api: string;
  readonly token: string;
  readonly userId: string;
}

interface Language {
  readonly name: string;
  readonly stats: (place: Place) => string;
  readonly check: (place: Place) => string;
}

const go = (imports: string, request: string) => `package main

import (
	"fmt"
	"io"
	"net/http"
${imports})

func main() {
${request}	if err != nil {
		panic(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(response.Status, string(answer))
}
`;

/** None needs anything but what its language brings. */
export const LANGUAGES: readonly Language[] = [
  {
    name: 'curl',
    stats: ({ api, token }) => `curl -X POST '${api}/stats' \\
  -H 'Authorization: ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '{"server_count": 1234}'
`,
    check: ({ api, token, userId }) => `curl '${api}/check?userId=${userId}' \\
  -H 'Authorization: ${token}'
`,
  },
  {
    name: 'JavaScript',
    stats: ({ api, token }) => `fetch('${api}/stats', {
  method: 'POST',
  headers: { Authorization: '${token}', 'Content-Type': 'application/json' },
  body: JSON.stringify({ server_count: 1234 }),
})
  .then(async (response) => console.log(response.status, await response.text()));
`,
    check: ({ api, token, userId }) => `fetch('${api}/check?userId=${userId}', {
  headers: { Authorization: '${token}' },
})
  .then((response) => response.json())
  .then(({ hasVoted, nextVoteAt }) => console.log(hasVoted, nextVoteAt));
`,
  },
  {
    name: 'Python',
    stats: ({ api, token }) => `import json
import urllib.request

request = urllib.request.Request(
    "${api}/stats",
    method="POST",
    headers={"Authorization": "${token}", "Content-Type": "application/json"},
    data=json.dumps({"server_count": 1234}).encode(),
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())
`,
    check: ({ api, token, userId }) => `import json
import urllib.request

request = urllib.request.Request(
    "${api}/check?userId=${userId}",
    headers={"Authorization": "${token}"},
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
    print(answer["hasVoted"], answer["nextVoteAt"])
`,
  },
  {
    name: 'Go',
    stats: ({ api, token }) =>
      go(
        '\t"strings"\n',
        `	body := strings.NewReader(\`{"server_count": 1234}\`)
	request, err := http.NewRequest("POST", "${api}/stats", body)
	if err == nil {
		request.Header.Set("Authorization", "${token}")
		request.Header.Set("Content-Type", "application/json")
	}
`,
      ),
    check: ({ api, token, userId }) =>
      go(
        '',
        `	request, err := http.NewRequest("GET", "${api}/check?userId=${userId}", nil)
	if err == nil {
		request.Header.Set("Authorization", "${token}")
	}
`,
      ),
  },
];
