"""A receiver of vote webhooks for Python 3.9 or newer, with nothing but the standard library:
WEBHOOK_SECRET=whsec_... PORT=4000 python3 receiver.py
"""

import hashlib
import hmac
import json
import os
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BODY_BYTES = 64 * 1024
MAX_REMEMBERED = 10_000
SECRET = os.environ.get("WEBHOOK_SECRET", "").encode()
if not SECRET:
    raise SystemExit("Set WEBHOOK_SECRET to the secret of the webhook.")

# Deliveries already processed, oldest first. Keep them in your database, so that a restart
# does not lose them.
taken = {}
taken_lock = threading.Lock()
votes = queue.Queue()


def reward(vote):
    """Reward the voter here, but not for a test. This runs after the response, so it may be slow."""
    if vote.get("test"):
        print("A test arrived.", flush=True)
        return
    print(f"User {vote['user_id']} voted for {vote['bot_id']} at {vote['voted_at']}", flush=True)


def reward_each():
    while True:
        vote = votes.get()
        try:
            reward(vote)
        except Exception as error:
            print(f"A reward failed: {error}", flush=True)


def is_genuine(headers, body):
    """The signature covers the raw bytes. JSON that was parsed and written again has another signature."""
    signature = "sha256=" + hmac.new(SECRET, body, hashlib.sha256).hexdigest()
    is_signed = hmac.compare_digest(headers.get("X-Webhook-Signature-256", "").encode(), signature.encode())
    is_authorized = hmac.compare_digest(headers.get("Authorization", "").encode(), SECRET)
    return is_signed and is_authorized


def is_new(delivery):
    """Whether this delivery is new. Every attempt has the same ID."""
    with taken_lock:
        if delivery in taken:
            return False
        taken[delivery] = True
        if len(taken) > MAX_REMEMBERED:
            del taken[next(iter(taken))]
        return True


class Receiver(BaseHTTPRequestHandler):
    # Closes a connection that sends nothing.
    timeout = 10

    def do_POST(self):
        self.send_response(self.answer())
        self.send_header("Content-Length", "0")
        self.end_headers()

    def answer(self):
        if self.path != "/webhook":
            return 404
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()):
            return 411
        if int(length) > MAX_BODY_BYTES:
            return 413
        body = self.rfile.read(int(length))
        if not is_genuine(self.headers, body):
            return 401
        # New events may be added later. Respond with 2xx to events that you do not know.
        if self.headers.get("X-Webhook-Event") != "vote.create":
            return 204
        try:
            vote = json.loads(body)
        except ValueError:
            return 400
        if is_new(self.headers.get("X-Webhook-Delivery")):
            votes.put(vote)
        return 204

    def log_message(self, *_):
        """Nothing: the base class would print every request."""


threading.Thread(target=reward_each, daemon=True).start()
# The service sends to https only. Run this behind a server that has your certificate.
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver)
print(f"Listening at http://127.0.0.1:{server.server_port}/webhook", flush=True)
server.serve_forever()
