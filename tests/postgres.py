"""A real PostgreSQL server for a test, on a Unix socket without TCP. It refuses to run as root; root
lends it to the user nobody."""
import glob
import os
import shutil
import signal
import subprocess
import tempfile
import time


class Postgres:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix='kranich-test-')
        self.programs = sorted(glob.glob('/usr/lib/postgresql/*/bin'))[-1]
        self.process = None
        if os.getuid() == 0:
            shutil.chown(self.folder, 'nobody', 'nogroup')
        subprocess.run(self.words('initdb', '-D', 'd', '-U', 'kranich', '-A', 'trust', '-E', 'UTF8',
                                  '--locale=C', '--no-sync', '--wal-segsize=1', '--no-instructions'),
                       cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
        self.address = f'host={self.folder} user=kranich dbname=postgres'
        self.start()

    def words(self, program, *arguments):
        lent = ['--reuid=nobody', '--regid=nogroup', '--clear-groups'] if os.getuid() == 0 else []
        return ['setpriv', '--pdeathsig=QUIT', *lent, os.path.join(self.programs, program),
                *arguments]

    def start(self):
        for _ in range(300):
            # What a server that was killed has left may be in the way for a moment.
            if self.process is None or self.process.poll() is not None:
                self.process = subprocess.Popen(
                    self.words('postgres', '-D', 'd', '-k', self.folder, '-h', '', '-F',
                               '-c', 'shared_buffers=4MB'),
                    cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if subprocess.run([os.path.join(self.programs, 'pg_isready'), '-q', '-d', self.address],
                              check=False).returncode == 0:
                return
            time.sleep(0.1)
        raise AssertionError('the PostgreSQL server does not start')

    def kill(self):
        """As when its computer loses power, as far as a process can."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def rows(self, sql):
        answer = subprocess.run(['psql', '-X', '-A', '-t', '-F', '|', '-d', self.address, '-c', sql],
                                capture_output=True, text=True, check=True)
        return [tuple(line.split('|')) for line in answer.stdout.splitlines()]

    def remove(self):
        self.kill()
        shutil.rmtree(self.folder)
