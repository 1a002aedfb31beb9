// A receiver of vote webhooks for Go 1.18 or newer, with nothing but the standard library:
// WEBHOOK_SECRET=whsec_… PORT=4000 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

const (
	maxBodyBytes  = 64 << 10
	maxRemembered = 10_000
)

type vote struct {
	Event   string `json:"event"`
	BotID   string `json:"bot_id"`
	UserID  string `json:"user_id"`
	VotedAt string `json:"voted_at"`
	Test    bool   `json:"test"` // Only in a test, which an owner sent.
}

// remembered holds the deliveries already processed. Keep them in your database, so that a restart
// does not lose them.
type remembered struct {
	mutex sync.Mutex
	known map[string]bool
	order []string
}

// add reports whether this delivery is new. Every attempt has the same ID.
func (r *remembered) add(delivery string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.known[delivery] {
		return false
	}
	r.known[delivery] = true
	r.order = append(r.order, delivery)
	if len(r.order) > maxRemembered {
		delete(r.known, r.order[0])
		r.order = r.order[1:]
	}
	return true
}

// reward is the place to reward the voter, but not for a test. It runs after the response, so it may be slow.
func reward(v vote) {
	if v.Test {
		fmt.Println("A test arrived.")
		return
	}
	fmt.Printf("User %s voted for %s at %s\n", v.UserID, v.BotID, v.VotedAt)
}

// rewardSafely keeps a reward that panics from ending the program.
func rewardSafely(v vote) {
	defer func() {
		if failure := recover(); failure != nil {
			log.Printf("A reward failed: %v", failure)
		}
	}()
	reward(v)
}

// isGenuine checks secret and signature. The signature covers the raw bytes. JSON that was parsed and
// written again has another signature.
func isGenuine(header http.Header, body []byte, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	signature := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	isSigned := subtle.ConstantTimeCompare([]byte(header.Get("X-Webhook-Signature-256")), []byte(signature))
	isAuthorized := subtle.ConstantTimeCompare([]byte(header.Get("Authorization")), []byte(secret))
	return isSigned&isAuthorized == 1
}

func main() {
	secret := os.Getenv("WEBHOOK_SECRET")
	if secret == "" {
		log.Fatal("Set WEBHOOK_SECRET to the secret of the webhook.")
	}
	taken := remembered{known: map[string]bool{}}
	http.HandleFunc("/webhook", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
		if err != nil {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		if !isGenuine(r.Header, body, secret) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		// New events may be added later. Respond with 2xx to events that you do not know.
		if r.Header.Get("X-Webhook-Event") == "vote.create" {
			var v vote
			if err := json.Unmarshal(body, &v); err != nil {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			if taken.add(r.Header.Get("X-Webhook-Delivery")) {
				go rewardSafely(v)
			}
		}
		w.WriteHeader(http.StatusNoContent)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	// The service sends to https only. Run this behind a server that has your certificate.
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("Listening at http://%s/webhook\n", listener.Addr())
	server := http.Server{ReadTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}
