"""Clients that attack a viewfinder on this machine for a while, so many at a time and no quicker than they are told here.

Usage: hostile_clients.py PORT SECONDS COOKIE. Prints what they have done. The cookie is of a session: what asks for streams is logged in.
"""

import asyncio
import collections
import contextlib
import json
import socket
import sys
import time

# More connections than the server serves at once, and more streams.
DRIPPING_CONNECTIONS = 140
SILENT_STREAMS = 24
CLIENTS_WITH_HUGE_HEADS = 4
CLIENTS_WITH_WRONG_TOKENS = 4
# Seconds between two letters of a connection that drips, and between two attempts of a client.
DRIP = 0.5
PAUSE = 0.1
PAUSE_OF_CONNECTIONS = 1
# Streams that nobody reads are given up for new ones, which want places of others.
SILENCE = 3
HUGE_HEAD = 1 << 20

STREAMS = ("/stream", "/stream?as=h264", "/preview.mjpeg", "/events")
ANSWER = 12  # "HTTP/1.1 200"


class HostileClients:
    def __init__(self, port, cookie):
        self.port, self.cookie = port, cookie
        self.counts = collections.Counter()

    async def attack(self, seconds):
        clients = [
            *(self.again(self.drip, PAUSE_OF_CONNECTIONS) for _ in range(DRIPPING_CONNECTIONS)),
            *(self.again(self.be_silent, PAUSE, STREAMS[number % len(STREAMS)]) for number in range(SILENT_STREAMS)),
            *(self.again(self.send_huge_head, PAUSE) for _ in range(CLIENTS_WITH_HUGE_HEADS)),
            *(self.again(self.try_wrong_token, PAUSE, number) for number in range(CLIENTS_WITH_WRONG_TOKENS)),
        ]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*clients)

    async def again(self, attack, pause, *arguments):
        while True:
            # The server ends connections as it likes.
            with contextlib.suppress(ConnectionError):
                await attack(*arguments)
            await asyncio.sleep(pause)

    @contextlib.asynccontextmanager
    async def connection(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def drip(self):
        """A head that never ends, a letter at a time."""
        async with self.connection() as (reader, writer):
            self.counts["dripping connections"] += 1
            writer.write(b"GET /state HTTP/1.1\r\nHost: localhost\r\nX-Drip: ")
            while not await self.has_ended(reader):
                writer.write(b"x")
        self.counts["dripping connections that the server ended"] += 1

    @staticmethod
    async def has_ended(reader):
        """Whether a connection ends, or is answered, before the next letter is due."""
        try:
            async with asyncio.timeout(DRIP):
                await reader.read(1)
        except TimeoutError:
            return False
        except ConnectionError:
            pass
        return True

    async def be_silent(self, path):
        """Takes a stream and reads nothing of it: what has come is only looked at."""
        loop = asyncio.get_running_loop()
        with socket.socket() as client:
            client.setblocking(False)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            await loop.sock_connect(client, ("127.0.0.1", self.port))
            request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookie}\r\n\r\n"
            await loop.sock_sendall(client, request.encode())
            await asyncio.sleep(SILENCE)
            with contextlib.suppress(BlockingIOError):
                answer = client.recv(ANSWER, socket.MSG_PEEK)
                is_served = answer.endswith(b" 200")
                self.counts["streams that nobody reads" if is_served else "streams that were refused"] += 1

    async def send_huge_head(self):
        async with self.connection() as (reader, writer):
            self.counts["huge heads"] += 1
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Huge: " + b"x" * HUGE_HEAD)
            # Ended, with an answer or without one: it has more to send than the server reads.
            answer = await reader.read(ANSWER)
            if answer and not answer.endswith(b" 400"):
                self.counts["huge heads that were let in"] += 1

    async def try_wrong_token(self, number):
        """In each of the ways in which a token is shown."""
        form = b"token=wrong-wrong-wrong-wrong"
        heads = (
            b"GET /state HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wrong-wrong-wrong-wrong\r\n\r\n",
            b"GET /stream?token=wrong-wrong-wrong-wrong HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            b"Content-Length: %d\r\n\r\n%s" % (len(form), form),
        )
        async with self.connection() as (reader, writer):
            writer.write(heads[number % len(heads)])
            answer = await reader.read(ANSWER)
            # Without an answer the server ended the connection, whose place another one got.
            if answer:
                self.counts["wrong tokens"] += 1
                self.counts["wrong tokens that were not refused"] += answer[-3:] not in (b"401", b"403", b"429")


def main():
    port, seconds, cookie = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
    clients = HostileClients(port, cookie)
    asyncio.run(clients.attack(seconds))
    print(json.dumps(clients.counts | {"processor seconds": time.process_time()}))


main()
