"""A seat on a CAN bus, by python-can: usage: foreign_seat.py SERIAL_LINE

Sends both levers' messages every 20 ms and moves them, one step per line that it reads from its
input; prints the identifier of every frame that it hears.
"""
import select
import sys

import can

NEUTRAL = 0b01


def axis(permille):
    side = NEUTRAL if permille == 0 else 0b0100 if permille < 0 else 0b010000
    return (side | abs(permille) << 6).to_bytes(2, "little")


def basic(x, y, buttons=0):
    return axis(x) + axis(y) + bytes([0, buttons, 0, 0])


# Left lever to the left; right lever forward with button 1; both again in the middle.
STEPS = [(basic(-500, 0), basic(0, 0)),
         (basic(0, 0), basic(0, 1000, 0x40)),
         (basic(0, 0), basic(0, 0))]


def main():
    bus = can.Bus(interface="slcan", channel=sys.argv[1], bitrate=250000, sleep_after_open=0)
    # Whoever is there, says which address it has.
    bus.send(can.Message(arbitration_id=0x18EAFFFE, is_extended_id=True, data=[0x00, 0xEE, 0x00]))
    step = 0
    while step < len(STEPS):
        for source, data in zip((0x33, 0x34), STEPS[step]):
            bus.send(can.Message(arbitration_id=0x0CFDD600 | source, is_extended_id=True, data=data))
        heard = bus.recv(0.02)
        if heard is not None:
            print(f"{heard.arbitration_id:08X} {heard.data.hex()}", flush=True)
        if select.select([sys.stdin], [], [], 0)[0] and sys.stdin.readline() != "":
            step += 1
    bus.shutdown()


main()
