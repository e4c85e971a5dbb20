@echo off
rem Liga o Feltro com o computador, sem ninguem entrar. Abra como administrador. Para desfazer: servico.bat desligar
rem Roda como LOCAL SERVICE (S-1-5-19), que so escreve nas pastas dados e chaves.
setlocal
if /i "%~1"=="desligar" goto remove
if not exist "%~dp0dados" mkdir "%~dp0dados"
if not exist "%~dp0chaves" mkdir "%~dp0chaves"
icacls "%~dp0." /grant *S-1-5-19:(OI)(CI)RX >nul
icacls "%~dp0dados" /grant *S-1-5-19:(OI)(CI)M >nul
icacls "%~dp0chaves" /grant *S-1-5-19:(OI)(CI)M >nul
schtasks /Create /F /TN Feltro /SC ONSTART /RU "NT AUTHORITY\LOCAL SERVICE" /TR "\"%~dp0feltro.bat\" serve --host 0.0.0.0 --log \"%~dp0dados\feltro.log\""
if errorlevel 1 goto failed
schtasks /Run /TN Feltro
exit /b 0
:remove
schtasks /End /TN Feltro >nul 2>&1
schtasks /Delete /F /TN Feltro
exit /b %errorlevel%
:failed
echo Abra este arquivo como administrador (botao direito).
pause
exit /b 1
