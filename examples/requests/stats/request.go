package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	url := "https://bots.example/api/v1/bots/" + os.Getenv("BOT_ID") + "/stats"
	// The sum over all shards.
	request, err := http.NewRequest("POST", url, strings.NewReader(`{"server_count": 1234}`))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", os.Getenv("BOT_TOKEN"))
	request.Header.Set("Content-Type", "application/json")
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct {
		ServerCount int    `json:"server_count"`
		Error       string `json:"error"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		log.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		log.Fatal(response.StatusCode, ": ", answer.Error)
	}
	fmt.Println("Stored:", answer.ServerCount)
}
