package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

type command struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

func main() {
	// The complete list. Commands that are not in it are removed.
	list := map[string][]command{"commands": {{"ping", "Answers with pong."}}}
	body, err := json.Marshal(list)
	if err != nil {
		log.Fatal(err)
	}
	url := "https://bots.example/api/v1/bots/" + os.Getenv("BOT_ID") + "/commands"
	request, err := http.NewRequest("PUT", url, bytes.NewReader(body))
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
		Count int    `json:"count"`
		Error string `json:"error"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		log.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		log.Fatal(response.StatusCode, ": ", answer.Error)
	}
	fmt.Println("Commands on the page:", answer.Count)
}
