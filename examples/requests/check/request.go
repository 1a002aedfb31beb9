package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	url := "https://bots.example/api/v1/bots/" + os.Getenv("BOT_ID") + "/check?userId=" + os.Getenv("USER_ID")
	request, err := http.NewRequest("GET", url, nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", os.Getenv("BOT_TOKEN"))
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct {
		HasVoted   bool   `json:"hasVoted"`
		NextVoteAt string `json:"nextVoteAt"`
		Error      string `json:"error"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		log.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		log.Fatal(response.StatusCode, ": ", answer.Error)
	}
	if answer.HasVoted {
		fmt.Println("Voted; may vote again at", answer.NextVoteAt)
	} else {
		fmt.Println("Has not voted")
	}
}
