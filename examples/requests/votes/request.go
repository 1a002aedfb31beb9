package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"time"
)

type page struct {
	Votes []struct {
		UserID  string `json:"user_id"`
		VotedAt string `json:"voted_at"`
	} `json:"votes"`
	NextCursor string `json:"next_cursor"`
	Error      string `json:"error"`
}

func read(client *http.Client, query url.Values) (page, error) {
	var answer page
	address := "https://bots.example/api/v1/bots/" + os.Getenv("BOT_ID") + "/votes?" + query.Encode()
	request, err := http.NewRequest("GET", address, nil)
	if err != nil {
		return answer, err
	}
	request.Header.Set("Authorization", os.Getenv("BOT_TOKEN"))
	response, err := client.Do(request)
	if err != nil {
		return answer, err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return answer, err
	}
	if response.StatusCode != http.StatusOK {
		return answer, fmt.Errorf("%d: %s", response.StatusCode, answer.Error)
	}
	return answer, nil
}

func main() {
	client := &http.Client{Timeout: 10 * time.Second}
	query := url.Values{"limit": {"1000"}}
	for {
		answer, err := read(client, query)
		if err != nil {
			log.Fatal(err)
		}
		for _, vote := range answer.Votes {
			fmt.Println(vote.UserID, vote.VotedAt)
		}
		if answer.NextCursor == "" {
			break
		}
		query.Set("cursor", answer.NextCursor)
	}
}
