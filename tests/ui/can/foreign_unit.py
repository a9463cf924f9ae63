"""A board computer on a CAN bus, by python-can: usage: foreign_unit.py SERIAL_LINE

Knows what tests/ui/can/unit_test.c has in its file. Answers each message of sensors with a command.
When the operator presses the key of assortment 1 it feeds the stem by 3 m, as its own count of the
wheel's pulses says, and then saws.
"""
import sys

import can

PULSE = 0.001  # [m]
LENGTH = 3.0  # [m]
CUTTING = 150  # messages, one in a step of 10 ms


class Unit:
    def __init__(self):
        self.state = "idle"
        self.count = None
        self.fed = 0.0
        self.left = CUTTING

    def command(self, data):
        """Speed of feeding, -1 to 1, and whether to saw."""
        count = int.from_bytes(data[0:2], "little")
        key = data[2] & 3 == 1
        if self.count is not None:
            # The counter begins anew after 16 bits.
            self.fed += PULSE * ((count - self.count + 0x8000) % 0x10000 - 0x8000)
        self.count = count
        if self.state == "idle" and key:
            self.state, self.fed = "feeding", 0.0
        if self.state == "feeding":
            wanted = LENGTH - self.fed
            if abs(wanted) > 0.003:
                return max(-1.0, min(1.0, wanted)), False
            self.state = "sawing"
        if self.state == "sawing" and self.left > 0:
            self.left -= 1
            return 0.0, self.left > 0
        return 0.0, False


def main():
    bus = can.Bus(interface="slcan", channel=sys.argv[1], bitrate=250000, sleep_after_open=0)
    unit = Unit()
    while True:
        heard = bus.recv(10.0)
        if heard is None:
            return
        if heard.arbitration_id >> 8 & 0x3FFFF != 65290:
            continue
        speed, saw = unit.command(heard.data)
        data = (32000 + round(32000 * speed)).to_bytes(2, "little") + bytes([1 if saw else 0])
        bus.send(can.Message(arbitration_id=0x0CFF0827, is_extended_id=True,
                             data=data + bytes([255] * 5)))


main()
